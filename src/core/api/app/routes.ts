import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Project } from '../../../shared/app-api.ts'
import { authenticate, requireRight, requireScope, requireWindow } from '../http/auth.ts'
import { strangersBody } from '../http/json-body.ts'
import { backupRoutes } from './backup-routes.ts'
import { checklistRoutes } from './checklist/routes.ts'
import { collectionNftRoutes } from './collection-nft-routes.ts'
import { collectionRoutes } from './collections/collection-routes.ts'
import { collectionMetadataRoutes } from './collections/metadata-routes.ts'
import type { AppContext } from './context.ts'
import { eventRoutes } from './event-routes.ts'
import { handOverRoutes } from './hand-over-routes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { keyImports } from './imports/key-imports.ts'
import { keyRoutes } from './key-routes.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { pictureRoutes } from './media/picture-routes.ts'
import { thumbnailRoutes } from './media/thumbnail-routes.ts'
import { capsRoutes } from './money/caps-routes.ts'
import { ownershipRoutes } from './money/ownership-routes.ts'
import { rateRoutes } from './money/rate-routes.ts'
import { signatureRoutes } from './money/signature-routes.ts'
import { withdrawalRoutes } from './money/withdrawal-routes.ts'
import { networkRoutes } from './network-routes.ts'
import { openedFileRoutes } from './opened-file-routes.ts'
import { originRoutes } from './origin-routes.ts'
import { loginRoutes } from './people/login-routes.ts'
import { passkeyRoutes } from './people/passkey-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { practiceRoutes } from './practice-routes.ts'
import { projectRoutes } from './project-routes.ts'
import { projectWalletRoutes } from './project-wallets.ts'
import { providerRoutes } from './provider-routes.ts'
import { recordRoutes } from './record-routes.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { rightOf } from './rights.ts'
import { correctionRoutes } from './runs/correction-routes.ts'
import { runRoutes } from './runs/routes.ts'
import { sampleRoutes } from './sample-routes.ts'
import { scanRoutes } from './scan-routes.ts'
import { sessionRoutes, signOutRoutes } from './sessions/session-routes.ts'
import { sharedContractRoutes } from './shared-contract-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { storageRoutes } from './storage-routes.ts'
import { vaultRoutes } from './vault-routes.ts'
import { visibilityRoutes } from './visibility-routes.ts'
import { walletRoutes } from './wallet-routes.ts'
import { savedWalletRoutes } from './wallets/saved-wallet-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Everything under `/app`. All routes but those that let in, and media (a cookie), require the window's bearer token;
 * routes with scopes also take an API key with one of them. */
export function appRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    // These routes are not part of the documented API.
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    await app.register(async (open) => {
      // The senders of these requests are not known yet.
      open.addHook('onRoute', (route) => {
        route.bodyLimit = strangersBody
      })
      await open.register(sessionRoutes(context))
      await open.register(loginRoutes(context))
    })
    await app.register(mediaRoutes(context))
    await app.register(thumbnailRoutes(context))
    await app.register(async (guarded) => {
      guarded.addHook('onRequest', async (request) => {
        const { scopes } = request.routeOptions.config
        request.caller = await (scopes === undefined
          ? requireWindow(context, request)
          : authenticate(context, request, 401))
        // A route without an entry is for admins alone.
        const right = rightOf(request.method, request.routeOptions.url ?? '')
        requireRight(request.caller, right === undefined || right === 'open' ? 'admin' : right)
        if (scopes === undefined) return
        await app.limitRequests(request)
        if (request.caller.via === 'key') requireScope(request.caller, ...scopes)
      })
      const projectOf = ({ caller }: FastifyRequest): Project => {
        const project = caller?.project
        if (project === undefined) throw new TypeError('a route outside the guarded ones asked for its project')
        return project
      }
      // Routes that add a body parser get a scope of their own. The others are called directly: registering each would take longer than its work.
      const ofKeys = keyImports(context)
      await guarded.register(importRoutes(context, projectOf, ofKeys))
      await guarded.register(handOverRoutes(context, projectOf))
      await guarded.register(pictureRoutes(context))
      const routes = guarded.withTypeProvider<ZodTypeProvider>()
      for (const add of [
        stateRoutes(context, projectOf),
        projectRoutes(context),
        checklistRoutes(context),
        networkRoutes(context, projectOf),
        eventRoutes(context, projectOf),
        collectionRoutes(context, projectOf),
        collectionMetadataRoutes(context, projectOf),
        collectionNftRoutes(context, projectOf),
        runRoutes(context, projectOf, ofKeys),
        correctionRoutes(context, projectOf),
        recoveryRoutes(context),
        keyRoutes(context, projectOf),
        webhookRoutes(context, projectOf),
        vaultRoutes(context),
        walletRoutes(context, projectOf),
        projectWalletRoutes(context, projectOf),
        savedWalletRoutes(context, projectOf),
        scanRoutes(context, projectOf),
        providerRoutes(context),
        sharedContractRoutes(context, projectOf),
        visibilityRoutes(context, projectOf),
        sampleRoutes(context),
        openedFileRoutes(context),
        storageRoutes(context),
        backupRoutes(context),
        practiceRoutes(context, projectOf),
        capsRoutes(context, projectOf),
        withdrawalRoutes(context, projectOf),
        ownershipRoutes(context, projectOf),
        rateRoutes(context),
        signatureRoutes(context, projectOf),
        originRoutes(context),
        signOutRoutes(context),
        peopleRoutes(context),
        passkeyRoutes(context),
        recordRoutes(context, projectOf),
      ])
        await add(routes, {})
    })
  }
}
