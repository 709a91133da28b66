import { describe, expect, it } from 'vitest'
import { fileWords } from '../../src/renderer/src/mint/file/file-words.ts'
import { checkedImport } from '../minting/runs/checked-import.ts'
import { run } from './a-run.ts'

describe('a file of before', () => {
  const now = Date.parse('2026-03-05T12:00:00')
  const counts = { ...checkedImport.counts, rows: 200, ready: 188, errors: 12 }
  const file = { ...checkedImport, counts }
  const failed = (code: string) => ({
    ...file,
    state: 'failed' as const,
    failure: { row: 1, column: '', code, level: 'error' as const, message: '' },
  })
  const minted = (completedAt: string) =>
    ({ ...run, state: 'finished', completedAt, counts: { ...run.counts, total: 200, succeeded: 200 } }) as const

  it('says what it still needs', () => {
    expect(fileWords(file, undefined, now)).toBe('200 rows · 12 need you')
    expect(fileWords({ ...file, counts: { ...counts, errors: 0, ready: 200 } }, undefined, now)).toBe(
      '200 rows · 200 ready',
    )
    expect(fileWords(failed('file.header'), undefined, now)).toBe('needs a recipient column')
    expect(fileWords(failed('file.encoding'), undefined, now)).toBe('cannot be read')
  })

  it('says what became of it', () => {
    expect(fileWords(file, minted('2026-03-05T01:00:00'), now)).toBe('200 rows · minted today')
    expect(fileWords(file, minted('2026-03-04T23:00:00'), now)).toBe('200 rows · minted yesterday')
    expect(fileWords(file, minted('2026-03-01T10:00:00'), now)).toMatch(/^200 rows · minted on .*1.*10:00$/)
    expect(fileWords(file, { ...run, counts: { ...run.counts, total: 200, succeeded: 7 } }, now)).toBe(
      '200 rows · 7 of 200 minted so far',
    )
  })
})
