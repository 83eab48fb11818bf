/** Files whose order differs by bytes and by language: ClawHub sorts by language before it takes a sum. */
export const CLAWHUB_FILES = {
  'SKILL.md': 'hello\n',
  'README.md': 'r\n',
  'scripts/run.sh': 'echo 1\n',
  'references/a_b.md': 'a\n',
  'references/a-b.md': 'b\n',
  '_notes.txt': 'n\n',
  'assets/Zed.txt': 'z\n',
  'assets/alpha.txt': 'a\n',
}
