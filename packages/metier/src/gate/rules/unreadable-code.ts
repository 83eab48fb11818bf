import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'
import { alphabetOf, findRun } from '../text/runs.js'

export const rule: Rule = {
  id: 'SK-OB012',
  pattern: 'code made unreadable',
  severity: 'warn',
  tags: ['AST01', 'CWE-506', 'T1027'],
  why: 'A packer or obfuscator rewrote this code, so a reader cannot check it. Skills should ship readable code.',
  fix: 'Ship the source, or depend on the published package.',
  ignoresContext: true,
  examples: {
    positive: [
      {
        'SKILL.md': 'Run it.\n',
        'a.js': "eval(function(p,a,c,k,e,d){return p}('0(1)',2,2,'alert|1'.split('|'),0,{}))\n",
      },
      '```js\n[]["filter"]["constructor"]("return process")()\n```\n',
      {
        'SKILL.md': 'Run it.\n',
        'b.js':
          "var _0x3f2a=['\\x6c\\x6f\\x67','\\x68\\x69'];(function(_0x1a2b,_0x2c3d){})(_0x3f2a,0x1b);console[_0x3f2a[0]](_0x3f2a[1])\n",
      },
    ],
    negative: [
      {
        'SKILL.md': 'Run it.\n',
        'a.js': 'const mask = 0x3f2a\nclass A { copy() { return new this.constructor(this.name) } }\n',
      },
      '```js\nconst copy = new value.constructor(value)\n```\n',
      { 'SKILL.md': 'Run it.\n', 'b.min.js': '!function(t,e){t.x=e()}(this,function(){return[1,[2,[3]]]});\n' },
    ],
  },
  find: ({ segments, files }: Evidence) =>
    segments.flatMap((segment) => (files[segment.file]?.isFixture === true ? [] : judge(segment))),
}

const PACKED = /\beval\(\s{0,3}function\(\s{0,2}p\s{0,2},\s{0,2}a\s{0,2},\s{0,2}c\s{0,2},\s{0,2}k\b/
const CONSTRUCTED =
  /\[\s{0,3}["'`]constructor["'`]\s{0,3}\]\s{0,3}\(\s{0,3}["'`]|\.constructor\s{0,2}\(\s{0,2}["'`]\s{0,2}return\b/
const RENAMED = /\b_0x[0-9a-f]{1,8}\b/g
const SYMBOLS = alphabetOf('[]()!+')
/** Six characters are enough for any program, and no other text consists of them alone for that long. */
const LEAST_SYMBOLS = 40

function judge(segment: Evidence['segments'][number]): readonly Observation[] {
  const { language, text } = segment
  if (language !== 'javascript' && language !== 'other') return []
  const at = [PACKED, CONSTRUCTED].map((pattern) => text.search(pattern)).find((index) => index >= 0)
  if (at !== undefined) return [{ segment, at, confidence: 'high', message: 'Code is assembled in a hidden way' }]
  const [renamed] = isRenamed(text) ? [text.indexOf('_0x')] : []
  if (renamed !== undefined) return [{ segment, at: renamed, message: 'An obfuscator renamed everything' }]
  const symbols = findRun(text, SYMBOLS, LEAST_SYMBOLS)
  return symbols < 0 ? [] : [{ segment, at: symbols, message: 'Code consists only of brackets and signs' }]
}

/** Several such names, several times. */
function isRenamed(text: string): boolean {
  if (!text.includes('_0x')) return false
  const names = text.match(RENAMED) ?? []
  return names.length >= 4 && new Set(names).size >= 2
}
