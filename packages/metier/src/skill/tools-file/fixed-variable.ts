/**
 * Variables that loaders, shells, interpreters and package runners obey, so that a value could replace what was approved. The shell that
 * starts a sandbox gets them too: with `SHELLOPTS` and `PS4`, bash would run a command outside.
 */
const OBEYED =
  /^(?:PATH|PATHEXT|COMSPEC|SHELL|SHELLOPTS|PS4|IFS|ENV|GCONV_PATH|LOCPATH|NLSPATH|GLIBC_TUNABLES|HOME|USERPROFILE|SYSTEMROOT|ZDOTDIR|EDITOR|PAGER|BROWSER|CLASSPATH|_JAVA_OPTIONS|(?:PYTHON|PERL|RUBY)\w*|(?:BASH|BASHOPTS|LD|OPENSSL|DYLD|GEM|BUNDLE|JAVA|JDK|GIT|SSH|DOCKER|NPM|YARN|PNPM|UV|PIP|PIPX|BUN|DENO|LUA|PHP|XDG|METIER|CLAUDE|PLUGIN)(?:_\w*)?)$/i
/** `NODE_ENV` only names a mode; every other variable of Node may load code. */
const NODE = /^NODE_(?!ENV$)/i

/** Whether a skill may give a program this variable with a value of its own. */
export function isFixedVariable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !OBEYED.test(name) && !NODE.test(name)
}
