import { expect, it } from 'vitest'
import { projectNamed } from '../../src/cli/project.ts'
import { apiKey } from '../../src/shared/app-api.ts'
import { callerOf, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { cli } from './run-cli.ts'

it('are made and meant on the command line', async () => {
  await withFolder((home) =>
    withCore(home, async (core) => {
      const made = await cli(home, 'projects', 'create', 'Tickets', '--json')
      expect(made.code).toBe(0)
      const { id } = JSON.parse(made.stdout).project
      const { token } = await windowOf(core)
      const call = callerOf(core.url, { authorization: `Bearer ${token}` })
      await cli(home, 'projects', 'enterprise', 'on', 'tickets')
      const renamed = await cli(home, 'projects', 'rename', 'Doors', '--project', 'tickets')
      expect(renamed.stdout).toBe('The project "Tickets" is called "Doors" now.\n')
      expect((await call('GET', '/app/projects')).json).toMatchObject([
        { name: 'Practice', enterprise: false },
        { name: 'Doors', id, enterprise: true },
      ])
      await cli(home, 'keys', 'create', '--name', 'till', '--project', 'Doors')
      expect((await call('GET', '/app/keys')).json).toEqual([])
      const mine = { 'x-mintdesk-project': id }
      const [key] = apiKey.array().parse((await call('GET', '/app/keys', undefined, mine)).json)
      expect(key).toMatchObject({ name: 'till', requestsPerMinute: null })
      const patched = await call('PATCH', `/app/keys/${key?.id}`, { name: ' door ', requestsPerMinute: 5 }, mine)
      expect(patched.json).toMatchObject({ name: 'door', requestsPerMinute: 5, scopes: key?.scopes })
      expect((await call('PATCH', `/app/keys/${key?.id}`, { name: 'other' })).status).toBe(404)
      for (const [listed, hint] of [
        ['caps', '“mintdesk caps set <chain> --per-day <amount> --project Doors”'],
        ['rates', '“mintdesk rates set POL 0.52 --money EUR --project Doors”'],
      ] as const)
        expect((await cli(home, listed, 'list', '--project', 'Doors')).stdout).toContain(hint)
      const none = await cli(home, 'keys', '--project', 'Nowhere')
      expect(none.code).toBe(1)
      expect(none.stderr).toBe('There is no project "Nowhere" here: use one of "Practice", "Doors".\n')
    }),
  )
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
