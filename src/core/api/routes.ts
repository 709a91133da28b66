import type { FastifyInstance } from 'fastify'
import { alpha, stable } from '../../shared/api-schemas/common.ts'
import { boundBodies } from './http/body-bounds.ts'
import type { CoreContext } from './http/context.ts'
import { actionRoutes } from './resources/actions/actions.ts'
import { collectionRoutes } from './resources/collections/collections.ts'
import { contractSettingRoutes } from './resources/collections/contract-settings.ts'
import { contentRoutes } from './resources/content.ts'
import { locatedNftRoutes } from './resources/nfts/located-nfts.ts'
import { mintRoutes } from './resources/nfts/mints.ts'
import { nftRoutes } from './resources/nfts/nfts.ts'
import { serviceRoutes } from './resources/service.ts'
import { sftRoutes } from './resources/templates/sfts.ts'
import { templateRoutes } from './resources/templates/templates.ts'
import { transferRoutes } from './resources/transfers/transfers.ts'
import { userWalletRoutes, walletNftRoutes } from './resources/wallets/wallets.ts'

/** All routes that programs call, and those that describe them. */
export async function apiRoutes(app: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  boundBodies(app)
  await app.register(serviceRoutes, { context })
  await app.register(contentRoutes, { context })
  await app.register(collectionRoutes, { context, prefix: stable })
  await app.register(mintRoutes, { context, prefix: stable })
  await app.register(nftRoutes, { context, prefix: stable })
  await app.register(sftRoutes, { context, prefix: stable })
  await app.register(templateRoutes, { context, prefix: stable })
  await app.register(actionRoutes, { context, prefix: stable })
  await app.register(walletNftRoutes, { context, prefix: stable, operationId: 'listWalletNfts' })
  await app.register(walletNftRoutes, { context, prefix: alpha, operationId: 'listWalletNftsAlpha' })
  await app.register(userWalletRoutes, { context, prefix: alpha })
  await app.register(transferRoutes, { context, prefix: alpha })
  await app.register(locatedNftRoutes, { context, prefix: alpha })
  await app.register(contractSettingRoutes, { context, prefix: alpha })
}
