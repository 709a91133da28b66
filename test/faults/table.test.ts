import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../core/trial-core.ts'

const rows = readFileSync(join(root, 'docs/faults.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, file, name] = /\| `(test\/[^`]+)` › (.+) \|$/.exec(line) ?? []
    return file && name ? [{ file, name }] : []
  })

test('every fault of docs/faults.md names a test that there is', () => {
  expect(rows.length).toBeGreaterThan(25)
  const missing = rows.filter(({ file, name }) => {
    const source = readFileSync(join(root, file), 'utf8')
    return !source.includes(`'${name}'`)
  })
  expect(missing).toEqual([])
})
