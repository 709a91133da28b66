import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readChoices } from '../../../src/core/api/app/checklist/checklist.ts'
import { checklistRoutes } from '../../../src/core/api/app/checklist/routes.ts'
import type { AppContext } from '../../../src/core/api/app/context.ts'
import { serverParts } from '../../../src/core/api/http/server-parts.ts'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import { withFolder } from '../../core/trial-core.ts'
import { openFreshStore } from '../../store/fresh-store.ts'

it('a network that is chosen while another is tested stays chosen; the test counts for the one that it was of', () =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const { db } = store
    const project = await createProject(db, { name: 'Shop', kind: 'live' }, 0)
    const app = Fastify(serverParts)
    const choose = (chain: string) =>
      app.inject({ method: 'PATCH', url: `/projects/${project.id}/checklist`, payload: { chain } })
    const context = {
      db,
      vault: { state: async () => ({ state: 'open', message: null, backedUp: true }) },
      storage: { state: async () => ({ service: null }) },
      chains: { unavailable: () => 'It is not there.' },
      rpcs: {
        async test(chain: string) {
          expect(chain).toBe('polygon')
          expect((await choose('base')).statusCode).toBe(200)
          return [{ url: 'https://rpc.example', ok: true, verdict: 'It is well.', latencyMs: 1, block: null }]
        },
      },
    }
    await app.register(checklistRoutes(context as unknown as AppContext))
    expect((await choose('polygon')).json()).toMatchObject({ chain: 'polygon' })
    await app.inject({ method: 'POST', url: `/projects/${project.id}/checklist/test` })
    expect(await readChoices(db, project)).toEqual({ chain: 'base', hostsMetadata: false, tested: ['polygon'] })
    await app.close()
    await store.close()
  }))
