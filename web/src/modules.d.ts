declare module "*.toml" {
  const texts: import("$lib/texts").GameTexts;
  export default texts;
}
declare module "*.toml?language" {
  const language: import("$lib/language").Language;
  export default language;
}
