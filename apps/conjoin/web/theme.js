// Sets the theme before anything is drawn, so that nothing flickers.
try {
  const theme = JSON.parse(localStorage.getItem("conjoin.theme") ?? "null");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // The system's own theme it is.
}
