import type { Project } from '../shared/app-api.ts'
import { CommandError } from './failure.ts'
import { isBeginningOf } from './id-beginning.ts'

/**
 * The project that a person means by its id, the beginning of it, or its name in whatever case; the first where none is named.
 * @throws CommandError `project.notFound` that names what there is
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
