/** The workflows of GitHub cannot run here: what they name must at least exist, and what they may do be little. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../core/trial-core.ts'
import { runProgram } from '../packaging/run-program.ts'

const folder = join(root, '.github/workflows')
const job = z.object({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  'timeout-minutes': z.int().positive(),
  steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
})
const workflow = z.object({ permissions: z.record(z.string(), z.never()), jobs: z.record(z.string(), job) })
const bom = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ name: z.string() })) })
const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

const { scripts } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

describe.each(readdirSync(folder))('%s', (file) => {
  const { jobs } = workflow.parse(parse(readFileSync(join(folder, file), 'utf8')))
  const steps = Object.values(jobs).flatMap((one) => one.steps)
  const commands = steps.flatMap(({ run }) => run?.split('\n') ?? [])

  it('takes actions by their commits', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? [])
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
  })

  it('writes nowhere but in the job that drafts a release', () => {
    const writing = Object.entries(jobs).filter(([, { permissions }]) => Object.values(permissions).includes('write'))
    expect(writing.map(([name]) => name)).toEqual(file === 'release.yml' ? ['draft'] : [])
  })

  it('runs scripts and programs that are there', () => {
    const named = commands.flatMap((line) =>
      [...line.matchAll(/npm (?:run )?(test|pack|portable|[\w:]+)/g)].map(([, name]) => name ?? ''),
    )
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    const paths = commands.flatMap((line) =>
      [...line.matchAll(/(?:^|\s)((?:\.ci|test|scripts)\/[\w./-]+)/g)].map(([, path]) => path ?? ''),
    )
    expect(paths.length + named.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

it('the list of packages that a release brings can be made, and has what is in the lock', async () => {
  const { code, output } = await runProgram('npm', ['run', 'sbom', '--silent'], { cwd: root })
  expect(code, output).toBe(0)
  const { components } = bom.parse(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)))
  const names = new Set(components.map(({ name }) => name))
  for (const name of ['better-sqlite3', 'viem', 'litesvm', 'electron-updater']) expect(names).toContain(name)
})
