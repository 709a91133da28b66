import type { Project } from '../shared/app-api.ts'
import { CommandError } from './failure.ts'
import { isBeginningOf } from './id-beginning.ts'

/**
 * Finds a project by its id, a prefix of its id, or its name in any case; the first project if `named` is undefined.
 * @throws CommandError `project.notFound` that lists the projects
 */
export function projectNamed(projects: readonly Project[], named: string | undefined): Project {
  const [first] = projects
  if (named === undefined && first) return first
  const text = named ?? ''
  const byName = projects.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const byId = projects.filter(({ id }) => isBeginningOf(id, text.toLowerCase()))
  const found = projects.find(({ id }) => id === text) ?? byName[0] ?? (byId.length === 1 ? byId[0] : undefined)
  if (found) return found
  throw new CommandError(
    'project.notFound',
    `There is no project ${JSON.stringify(text)} here: use one of ${projects.map(({ name }) => JSON.stringify(name)).join(', ')}.`,
  )
}
