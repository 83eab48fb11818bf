import { sampleArchive } from '../archive/sample.js'
import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST010',
  pattern: 'document with macros',
  severity: 'warn',
  tags: ['T1204.002'],
  why: 'A macro is a program that runs when the document is opened or a button is pressed, and the scan cannot read it.',
  fix: 'Save the document without macros, and ship the program as a script.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Fill in `report.xlsm`.\n', 'report.xlsm': sampleArchive('xl/vbaProject.bin') },
      { 'SKILL.md': 'Fill in `report.xlsx`.\n', 'report.xlsx': sampleArchive('xl/macrosheets/sheet1.xml') },
    ],
    negative: [
      { 'SKILL.md': 'Fill in `report.xlsx`.\n', 'report.xlsx': sampleArchive('xl/worksheets/sheet1.xml') },
      { 'SKILL.md': 'Fill in `letter.docx`.\n', 'letter.docx': sampleArchive('word/document.xml') },
      'Remove the macros (`vbaProject.bin`) before you send the file.\n',
    ],
  },
  find: ({ oddities }) =>
    oddities.flatMap(({ kind, file, offset }) =>
      kind === 'macro' ? [{ file, offset, message: 'This document contains macros, which the scan cannot read' }] : [],
    ),
}
