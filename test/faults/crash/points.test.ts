import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { evmPoints, onWord, takenBack } from './points.ts'

it('kills the core at every named point of the journal: the table is what the source has', () => {
  const root = join(import.meta.dirname, '../../../src/core')
  const named = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bpoint\('([^']+)'\)/g)].map(([, name]) => name ?? ''),
  )
  expect([...new Set(named)].sort()).toEqual([...Object.keys(evmPoints), ...takenBack, ...onWord].sort())
})
