import { z } from 'zod'
import { invitation, person, type Role } from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { seg } from './paths.ts'

/** Who may sign in where Mintdesk is a server. */
export function peopleCalls({ get, send }: Caller) {
  return {
    people: () => get(z.array(person), '/app/people'),
    /** `publicUrl`: what the link begins with; the server's own, or the last one, when undefined. */
    addPerson: (name: string, role: Role, publicUrl?: string) =>
      get(invitation, '/app/people', { method: 'POST', json: { name, role, publicUrl } }),
    linkPerson: (name: string, publicUrl?: string) =>
      get(invitation, `/app/people/${seg(name)}/link`, { method: 'POST', json: { publicUrl } }),
    setRole: (name: string, role: Role) => get(person, `/app/people/${seg(name)}`, { method: 'PATCH', json: { role } }),
    removePerson: (name: string) => send(`/app/people/${seg(name)}`, { method: 'DELETE' }),
    /** Ends the session of this window. */
    signOutHere: () => send('/app/session', { method: 'DELETE' }),
  }
}
