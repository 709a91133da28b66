/** Reads `text/event-stream` as the HTML standard defines it, from pieces of any length. */
export interface SseEvent {
  id: string | null
  type: string
  data: string
}

/** A parser for one stream: `push` takes the next piece of text and gives the events that are complete with it. */
export function createSseParser(): { push(text: string): SseEvent[] } {
  let rest = ''
  let id: string | null = null
  let type = ''
  let data: string[] = []

  const takeLine = (line: string): SseEvent | null => {
    if (line === '') {
      const event = data.length > 0 ? { id, type: type || 'message', data: data.join('\n') } : null
      type = ''
      data = []
      return event
    }
    const colon = line.indexOf(':')
    if (colon === 0) return null
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    else if (field === 'event') type = value
    else if (field === 'data') data.push(value)
    return null
  }

  return {
    push(text) {
      rest += text
      const events: SseEvent[] = []
      for (;;) {
        const end = rest.search(/\r\n|\r(?!$)|\n/)
        if (end === -1) return events
        const line = rest.slice(0, end)
        rest = rest.slice(end + (rest.startsWith('\r\n', end) ? 2 : 1))
        const event = takeLine(line)
        if (event) events.push(event)
      }
    },
  }
}
