import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('leaves secrets out, wherever an error or a request brings them along', () => {
  const program = `
    const { openLog } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/core/host/log.ts'))})
    const headers = { authorization: 'Bearer top-secret', 'x-api-key': 'top-secret' }
    openLog({}).error({ headers, req: { headers }, err: Object.assign(new Error('x'), { headers, seed: 'top-secret' }) }, 'told')`
  const said = execFileSync('/bin/sh', [
    '-c',
    '"$0" --input-type=module -e "$1" 2>&1',
    process.execPath,
    program,
  ]).toString()
  expect(said).toContain('told')
  expect(said).not.toContain('top-secret')
})
