import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { projectNamed } from '../../src/cli/project.ts'
import { cli } from './run-cli.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-projects-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

it('are made, listed and meant on the command line', async () => {
  const made = await cli(home, 'projects', 'create', 'Tickets', '--json')
  expect(made.code).toBe(0)
  const { id } = JSON.parse(made.stdout).project
  await cli(home, 'projects', 'enterprise', 'on', 'tickets')
  const { projects } = JSON.parse((await cli(home, 'projects', '--json')).stdout)
  expect(projects).toMatchObject([
    { name: 'Practice', enterprise: false },
    { name: 'Tickets', id, enterprise: true },
  ])
  await cli(home, 'keys', 'create', '--name', 'till', '--project', 'Tickets')
  expect(JSON.parse((await cli(home, 'keys', '--json', '--project', id)).stdout).keys).toMatchObject([{ name: 'till' }])
  expect(JSON.parse((await cli(home, 'keys', '--json')).stdout).keys).toEqual([])
  const none = await cli(home, 'keys', '--project', 'Nowhere')
  expect(none).toMatchObject({
    code: 1,
    stderr: 'There is no project "Nowhere" here: use one of "Practice", "Tickets".\n',
  })
  const live = await cli(home, 'projects', 'create', 'Shop', '--live')
  expect(live.code).toBe(1)
  expect(live.stderr).toMatch(/^Live projects need their seed/)
})

it('are found by id, its beginning, or name', () => {
  const one = { id: 'abcd-1', name: 'One', kind: 'practice', index: 0, enterprise: false } as const
  const two = { ...one, id: 'abce-2', name: 'ABCD' }
  expect(projectNamed([one, two], undefined)).toBe(one)
  expect(projectNamed([one, two], 'abce')).toBe(two)
  expect(projectNamed([one, two], 'abcd')).toBe(two)
  expect(projectNamed([one, two], 'abcd-1')).toBe(one)
  expect(() => projectNamed([one, two], 'abc')).toThrow('There is no project "abc" here')
})
