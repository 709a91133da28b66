import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { project, projectPatch, projectRequest } from '../../../shared/app-api.ts'
import { CoreError } from '../../lib/errors.ts'
import { createProject, listProjects, updateProject } from '../../store/installation/projects.ts'
import { ApiFault } from '../http/faults.ts'
import type { AppContext } from './context.ts'

/** The projects: only a person makes and names them, no program. */
export function projectRoutes({ db, clock, vault, keepLiveSeed }: AppContext): FastifyPluginAsyncZod {
  /** @throws ApiFault 409 `project.exists` when another project has the name, ignoring case. */
  const requireFree = async (name: string, own?: string): Promise<void> => {
    const same = (await listProjects(db)).find((one) => one.id !== own && sameName(one.name, name))
    if (same)
      throw new ApiFault(
        409,
        'project.exists',
        `There is a project named ${JSON.stringify(same.name)} already: choose another name.`,
      )
  }

  return async (app) => {
    app.get('/projects', { schema: { response: { 200: z.array(project) } } }, () => listProjects(db))

    app.post('/projects', { schema: { body: projectRequest, response: { 200: project } } }, async (request) => {
      const { name, kind } = request.body
      await requireFree(name)
      if (kind === 'live') {
        const missing = vault.missing()
        if (missing !== null) throw new CoreError('live.seed', missing)
        await keepLiveSeed()
      }
      return createProject(db, { name, kind }, clock())
    })

    app.patch(
      '/projects/:id',
      { schema: { params: z.object({ id: z.string() }), body: projectPatch, response: { 200: project } } },
      async (request) => {
        const { id } = request.params
        if (request.body.name !== undefined) await requireFree(request.body.name, id)
        const changed = await updateProject(db, id, request.body)
        if (changed) return changed
        throw new ApiFault(404, 'project.notFound', `There is no project ${JSON.stringify(id)} here.`)
      },
    )
  }
}

function sameName(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'accent' }) === 0
}
