import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  backupRequest,
  keychainRequest,
  passphraseRequest,
  restoreRequest,
  unlockRequest,
  type VaultSignedOut,
  type VaultState,
  vaultRequest,
  vaultSignedOut,
  vaultState,
  vaultWords,
  wordsRequest,
} from '../../../shared/app-api.ts'
import { listProjects } from '../../store/installation/projects.ts'
import type { AppContext } from './context.ts'

/** The vault of the live projects' seed. Only two answers contain its words, and none a passphrase. */
export function vaultRoutes({ db, vault, sessions }: AppContext): FastifyPluginAsyncZod {
  const state = async (): Promise<VaultState> => ({
    ...(await vault.state()),
    projects: (await listProjects(db)).flatMap(({ kind, name, index }) => (kind === 'live' ? [{ name, index }] : [])),
  })
  const answers = { response: { 200: vaultState } }
  /**
   * Ends all sessions. The window that asked gets a ticket for a new one, since it gave the passphrase, unless its own session had ended
   * meanwhile.
   */
  const signedOut = async (request: FastifyRequest): Promise<VaultSignedOut> => {
    const { session = '', person } = request.caller ?? {}
    const isLetIn = !request.isOwner() && (await sessions.current(session)) !== undefined
    const ended = sessions.endAll()
    // Before the next await, so that a new link for this person that comes from here on invalidates this ticket, too.
    const ticket = isLetIn ? sessions.tickets.make(person?.id) : null
    await ended
    return { ...(await state()), ticket }
  }
  const signOut = { response: { 200: vaultSignedOut } }

  return async (app) => {
    app.get('/vault', { schema: answers }, state)

    app.post('/vault', { schema: { body: vaultRequest, response: { 200: vaultWords } } }, async (request) => {
      const words = await vault.create(request.body)
      return { vault: await state(), words }
    })

    app.post('/vault/words', { schema: { body: wordsRequest, response: { 200: vaultWords } } }, async (request) => {
      const words = await vault.reveal(request.body.passphrase)
      return { vault: await state(), words }
    })

    app.post('/vault/restore', { schema: { body: restoreRequest, ...signOut } }, async (request) => {
      const isChange = vault.isThere()
      await vault.restore(request.body)
      return isChange ? signedOut(request) : { ...(await state()), ticket: null }
    })

    app.post('/vault/unlock', { schema: { body: unlockRequest, ...answers } }, async (request) => {
      if ('passphrase' in request.body) await vault.unlock(request.body.passphrase)
      else await vault.unlockByKeychain()
      return state()
    })

    app.post('/vault/lock', { schema: answers }, async () => {
      vault.lock()
      return state()
    })

    app.post('/vault/backup', { schema: { body: backupRequest, ...answers } }, async (request) => {
      await vault.confirm(request.body.answers)
      return state()
    })

    app.post('/vault/passphrase', { schema: { body: passphraseRequest, ...signOut } }, async (request) => {
      await vault.changePassphrase(request.body.passphrase, request.body.next)
      return signedOut(request)
    })

    app.put('/vault/keychain', { schema: { body: keychainRequest, ...answers } }, async (request) => {
      await vault.setKeychain(request.body)
      return state()
    })
  }
}
