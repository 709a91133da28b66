import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Keeps the last request without a body, with its answer. V8 compiles what answers requests for the forms that requests and answers have, and when a
 * collection of garbage finds none of them it forgets the forms and throws the code away: the thousand reads after each rest then took three times as
 * long.
 */
export function keepReply(app: FastifyInstance): void {
  const kept: { reply?: FastifyReply } = {}
  // The bundler takes away what is only written; what is the server's it leaves.
  app.decorate('kept', kept)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET') kept.reply = reply
    done()
  })
}
