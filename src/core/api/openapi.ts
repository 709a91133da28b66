import type { SwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { apiError } from '../../shared/app-api.ts'

/** The one body of errors, registered so that the description refers to it by name. */
export const errorAnswer = apiError.meta({
  id: 'Error',
  description: 'What is wrong and how to cure it; `details` names every fault at once.',
  example: {
    error: true,
    message: 'recipient is required and must be text.',
    code: 'request.invalid',
    details: [{ path: 'recipient', message: 'recipient is required and must be text.' }],
  },
})

export const security = [{ apiKey: [] }]

/** How `/openapi.json` (OpenAPI 3.1) describes the API as a whole; the routes bring their own parts. */
export function documentApi(version: string): SwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mintdesk',
        version,
        description:
          'Collections, NFTs and wallets on this machine. Every call bears a key made in the window (Developers) or with `mintdesk keys create`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'Collections' },
        { name: 'NFTs' },
        { name: 'Actions', description: 'How what was asked for is getting on.' },
        { name: 'Wallets' },
        { name: 'Service' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  }
}
