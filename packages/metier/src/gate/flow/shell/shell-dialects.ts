/** Rewrites near-shell text so that the grammar accepts it: transcripts, makefiles, fish. Offsets stay the same. */

import type { Segment } from '../../text/segment.js'

/** A segment's text in a form the grammar accepts. */
export function toShell({ text, via }: Segment): string {
  const plain = text
    .replace(/^([ \t]*)[$%>] (?=[a-zA-Z./])/gm, '$1  ')
    .replace(/^\t[@+-]{1,3}/gm, (marks) => ' '.repeat(marks.length))
  return via.includes('fish') || FISH.test(plain) ? fromFish(plain) : plain
}

const FISH = /^[ \t]{0,20}set (?:-[a-zA-Z]{1,6} ){0,3}\w{1,40} \(|^[ \t]{0,20}set -[lgxU]{1,4} \w/m
const KEYWORD = /(?:^|\s)(?:if|while|until|for|select|elif|then|do|else|in|time|and|or|not)$/

/** `set x (…)` is an assignment, and parentheses after a word are a substitution. */
function fromFish(text: string): string {
  return text
    .replace(/^([ \t]{0,20})set ((?:-[a-zA-Z]{1,6} ){0,3})(\w{1,40}) \(/gm, (_, indent, flags, name) => {
      return `${indent}${' '.repeat(flags.length + 3)}${name}=$(`
    })
    .replace(
      /^([ \t]{0,20})set ((?:-[a-zA-Z]{1,6} ){0,3})(\w{1,40}) (?=[^\s(-]\S{0,400}[ \t]{0,8}$)/gm,
      (_, indent, flags, name) => {
        return `${indent}${' '.repeat(flags.length + 4)}${name}=`
      },
    )
    .replace(/(\S{1,200}) \((?=[a-z])/g, (whole, before) => (KEYWORD.test(before) ? whole : `${before}$(`))
}
