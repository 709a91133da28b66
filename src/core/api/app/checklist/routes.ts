import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { checklist, checklistPatch, checklistTest } from '../../../../shared/app-api/checklist.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { findProject } from '../../../store/installation/projects.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'
import { chainOfChecklist, checklistOf, keepChoices, readChoices } from './checklist.ts'

const byId = z.object({ id: z.string() })

/** What a live project needs before it mints for others: the steps, a person's choices, the test of its network. */
export function checklistRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db, rpcs } = context
  const requireProject = async (id: string): Promise<Project> => {
    const found = await findProject(db, id)
    if (found) return found
    throw new ApiFault(404, 'project.notFound', `There is no project ${JSON.stringify(id)} here.`)
  }

  return async (app) => {
    const answer = { params: byId, response: { 200: checklist } }
    app.get('/projects/:id/checklist', { schema: answer }, async ({ params }) =>
      checklistOf(context, await requireProject(params.id)),
    )
    app.patch(
      '/projects/:id/checklist',
      { schema: { ...answer, body: checklistPatch } },
      async ({ params, body: { chain, hostsMetadata } }) => {
        const project = await requireProject(params.id)
        const before = await readChoices(db, project)
        await keepChoices(db, project, {
          ...before,
          chain: chain ?? before.chain,
          hostsMetadata: hostsMetadata ?? before.hostsMetadata,
        })
        return checklistOf(context, project)
      },
    )
    app.post(
      '/projects/:id/checklist/test',
      { schema: { params: byId, response: { 200: checklistTest } } },
      async ({ params }) => {
        const project = await requireProject(params.id)
        const chain = await chainOfChecklist(db, project)
        if (project.kind !== 'live' || chain === null)
          throw new ApiFault(
            409,
            'checklist.noNetwork',
            'Choose the network that this live project begins with first: then it can be tested.',
          )
        const reports = await rpcs.test(chain)
        const before = await readChoices(db, project)
        const others = before.tested.filter((one) => one !== chain)
        const passed = reports.some(({ ok }) => ok)
        // The RPCs answer slowly; meanwhile a person may have chosen another network.
        const kept = { ...before, chain: before.chain ?? chain }
        await keepChoices(db, project, { ...kept, tested: passed ? [...others, chain] : others })
        return { checklist: await checklistOf(context, project), reports }
      },
    )
  }
}
