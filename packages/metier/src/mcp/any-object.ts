/** A schema for results that are passed on as they are. */

import { isRecord } from '../skill/unknown-value.js'

export const ANY_OBJECT = {
  '~standard': {
    version: 1,
    vendor: 'metier',
    validate: (value: unknown) =>
      isRecord(value) ? { value } : { issues: [{ message: 'The result is not an object' }] },
  },
} as const
