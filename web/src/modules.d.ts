declare module "*.toml" {
  const texts: import("$lib/texts").GameTexts;
  export default texts;
}
declare module "*.toml?head" {
  const head: import("$lib/texts").GameHead;
  export default head;
}
