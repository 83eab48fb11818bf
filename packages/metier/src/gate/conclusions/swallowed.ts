/** Whether a program keeps a failure from its user. Honest failures are seen. */

const SWALLOWS =
  /except[^\n]{0,60}:\s{0,40}(?:pass\b|return \w{0,20}\s{0,4}(?:\n|$))|catch\s{0,3}(?:\([^)\n]{0,20}\))?\s{0,3}\{\s{0,20}\}|\.catch\(\s{0,2}(?:\(\w{0,10}\)|\w{1,10})\s{0,3}=>\s{0,3}(?:\{\s{0,4}\}|\d|null|undefined|void)|\brescue\s{1,40}nil\b|SilentlyContinue|2>\s{0,2}\/dev\/null|\|\|\s{0,2}true\b|suppress\(/

/** Near a place in its text. */
export function swallowsAround(text: string, at: number): boolean {
  return SWALLOWS.test(text.slice(Math.max(0, at - 200), at + 500))
}
