import { z } from 'zod'
import { invitation, type PasskeyMade, passkey, passkeyOffer, person, type Role } from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { seg } from './paths.ts'

/** The persons who may sign in if Mintdesk is a server. */
export function peopleCalls({ get, send }: Caller) {
  return {
    people: () => get(z.array(person), '/app/people'),
    /** `publicUrl`: the link's base URL; default: the server's own, or the last one used. */
    addPerson: (name: string, role: Role, publicUrl?: string) =>
      get(invitation, '/app/people', { method: 'POST', json: { name, role, publicUrl } }),
    linkPerson: (name: string, publicUrl?: string) =>
      get(invitation, `/app/people/${seg(name)}/link`, { method: 'POST', json: { publicUrl } }),
    setRole: (name: string, role: Role) => get(person, `/app/people/${seg(name)}`, { method: 'PATCH', json: { role } }),
    removePerson: (name: string) => send(`/app/people/${seg(name)}`, { method: 'DELETE' }),
    passkeys: () => get(z.array(passkey), '/app/me/passkeys'),
    passkeyOffer: () => get(passkeyOffer, '/app/me/passkeys/options', { method: 'POST' }),
    addPasskey: (made: PasskeyMade) => get(z.array(passkey), '/app/me/passkeys', { method: 'POST', json: made }),
    removePasskey: (id: string) => get(z.array(passkey), `/app/me/passkeys/${seg(id)}`, { method: 'DELETE' }),
    /** Ends the session of this window. */
    signOutHere: () => send('/app/session', { method: 'DELETE' }),
  }
}
