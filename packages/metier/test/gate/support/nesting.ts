/** Texts that nest or repeat what a grammar allows, deeper than any person writes. */

const GRAMMARS: Readonly<Record<string, readonly string[]>> = {
  sh: '$(|`|"$(|${a:-|((|{ |( |if a; then |while a; do |case a in a) |<(|[[ ( |function f { |! |a \\| |a && |$((|<<A~|eval "'.split(
    /(?<!\\)\|/,
  ),
  js: '(|[|{|`${|!|-|typeof |await |new |(a=>|a?|a=|function(){|class{a(){|if(a)|a=>|async()=>{|a[|f(|a**|a+|x:|/(|<a>|let {a:|...[|for(;;)|else if(a)|"a"+|a.b(|a?.[|({a:|eval(`|a?b:|a,|(function(a=>'.split(
    '|',
  ),
  py: '(|[|{|not |-|lambda:|f"{|f\'{|if a:~ |a if b else |await |x[|f(|*|{1:|def f():~|class A:~|a+|a.b|exec(|eval("|getattr(|a and |a==|try:~|"a" '.split(
    '|',
  ),
  md: '> |- |* |1. |[|![|<div>|<!--|```~|**|_|<a href="|# |~~~~|![a](|`'.split('|'),
  yaml: '[|{a: |- |? |a:~ |&a |!!map |"|[{|- - |a: >~ |*a|# '.split('|'),
  json: '[|{"a":|[{"a":[|"a'.split('|'),
  html: '<div>|<svg onload=|<script>|<a |<style>|<!--|&#60;'.split('|'),
  ps1: '(|$(|{|@{|"$(|[|if(a){|& |iex ('.split('|'),
  ipynb: '{"cells":[|{"source":["|[|"'.split('|'),
}

export interface Nesting {
  /** What is nested, how often, and in which grammar. */
  readonly name: string
  readonly extension: string
  readonly text: string
}

const MOST_BYTES = 900_000

/** Every opening by itself, then random sequences of them, at several depths; the same for the same `random`. */
export function* growNestings(random: () => number, rounds: number): Generator<Nesting> {
  const all = Object.entries(GRAMMARS).flatMap(([extension, pieces]) =>
    pieces.map((piece) => ({ extension, pieces, piece })),
  )
  for (let round = 0; round < rounds; round++) {
    const at = Math.floor(random() * all.length)
    const { extension, pieces, piece } = all[rounds >= all.length && round < all.length ? round : at] ?? all[0]!
    const further =
      round < all.length ? [] : Array.from({ length: Math.floor(random() * 3) }, () => pick(pieces, random))
    const unit = [piece, ...further].join('').replaceAll('~', '\n').replaceAll('\\|', '|')
    const count = Math.min(Math.floor(MOST_BYTES / unit.length), pick([700, 2700, 9000, 60_000], random))
    yield { name: `${count} times ${JSON.stringify(unit)} in .${extension}`, extension, text: unit.repeat(count) }
  }
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}
