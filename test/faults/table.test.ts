import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../core/trial-core.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
/** What stands in the last column of each row but the headings. */
const shownBy = read('docs/faults.md')
  .split('\n')
  .filter((line) => /^\| (?!Fault \|)/.test(line))
  .map((line) => line.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '')

test('every fault of docs/faults.md names a test that there is, or a command', () => {
  expect(shownBy.length).toBeGreaterThan(70)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const missing = shownBy.filter((cell) => {
    const [, command] = /^`npm run ([\w:]+)[^`]*`$/.exec(cell) ?? []
    if (command !== undefined) return scripts[command] === undefined
    const [, file, name] = /^`(test\/[^`]+)` › (.+)$/.exec(cell) ?? []
    return file === undefined || !read(file).includes(`'${name}'`)
  })
  expect(missing).toEqual([])
})
