import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/**", "**/node_modules/**"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-shadow-restricted-names": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "off",
    },
  },
  { files: ["**/web-dev/**", "**/browser/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
