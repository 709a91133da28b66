/** Runs in the frame without an origin (`src/core/api/http/model-frame.ts`): an untrusted model is read and drawn here, out of reach of Mintdesk. */
import { ModelViewerElement } from '@google/model-viewer'
import { decoderPlace, type FrameMessage, type ModelMessage } from './messages.ts'

const { files, model, name, turns }: ModelMessage = Reflect.get(window, 'mintdeskModel')

const say = (message: FrameMessage): void => window.parent.postMessage(message, '*')

/** The window hands over the decoders. All else is a piece of the model itself: the frame's policy allows nothing else. */
const known = new Map(files)
const usual = window.fetch.bind(window)
window.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  const bytes = address.startsWith(decoderPlace) ? known.get(address.slice(decoderPlace.length)) : undefined
  return bytes === undefined ? usual(input, init) : new Response(bytes)
}
// Each new viewer reads its settings from this global, and uses Google's addresses where they are missing.
Reflect.set(window, 'ModelViewerElement', {
  dracoDecoderLocation: decoderPlace,
  ktx2TranscoderLocation: decoderPlace,
  // The viewer contains this decoder, but uses it only once a script from this address has run: an empty one.
  meshoptDecoderLocation: URL.createObjectURL(new Blob([''], { type: 'text/javascript' })),
})

const viewer = new ModelViewerElement()
viewer.alt = name
viewer.cameraControls = true
viewer.autoRotate = turns
viewer.addEventListener('load', () => say('shown'))
viewer.addEventListener('error', () => say('failed'))
viewer.src = URL.createObjectURL(new Blob([model], { type: 'model/gltf-binary' }))
document.body.append(viewer)
