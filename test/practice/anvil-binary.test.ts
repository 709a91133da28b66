import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findAnvil } from '../../src/core/practice/anvil-binary.ts'

it('finds the program that was installed with the app', async () => {
  expect(execFileSync(await findAnvil(), ['--version'], { encoding: 'utf8' })).toContain('anvil')
})

it('says which computers have none', async () => {
  await expect(findAnvil({ platform: 'freebsd', arch: 'x64' })).rejects.toThrow('(freebsd x64)')
})

it('names the cure where it was not installed', async () => {
  const other = process.platform === 'darwin' ? 'linux' : 'darwin'
  await expect(findAnvil({ platform: other, arch: 'x64' })).rejects.toThrow('npm ci --ignore-scripts')
})
