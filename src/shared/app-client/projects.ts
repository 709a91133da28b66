import { z } from 'zod'
import {
  appState,
  type ChecklistPatch,
  checklist,
  checklistTest,
  type Project,
  project,
  treasuryAddress,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { seg } from './paths.ts'

/** All projects, and the client's own. */
export function projectCalls({ get }: Caller) {
  return {
    state: () => get(appState, '/app/state'),
    treasury: () => get(treasuryAddress, '/app/treasury'),
    projects: () => get(z.array(project), '/app/projects'),
    createProject: (name: string, kind: Project['kind']) =>
      get(project, '/app/projects', { method: 'POST', json: { name, kind } }),
    changeProject: (id: string, change: { name: string } | { enterprise: boolean }) =>
      get(project, `/app/projects/${seg(id)}`, { method: 'PATCH', json: change }),
    /** What a live project needs before it mints for others. */
    checklist: (id: string) => get(checklist, `/app/projects/${seg(id)}/checklist`),
    changeChecklist: (id: string, change: ChecklistPatch) =>
      get(checklist, `/app/projects/${seg(id)}/checklist`, { method: 'PATCH', json: change }),
    testChecklistNetwork: (id: string) =>
      get(checklistTest, `/app/projects/${seg(id)}/checklist/test`, { method: 'POST' }),
  }
}
