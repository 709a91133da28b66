/** Runs in the frame without an origin (`src/core/api/http/model-frame.ts`): a stranger's model is read and drawn here, where nothing of Mintdesk's is in reach. */
import { ModelViewerElement } from '@google/model-viewer'
import { decoderPlace, type FrameMessage, type ModelMessage } from './messages.ts'

const { files, model, name, turns }: ModelMessage = Reflect.get(window, 'mintdeskModel')

const say = (message: FrameMessage): void => window.parent.postMessage(message, '*')

/** Decoders come from the window; all else is a piece of the model itself, as the frame's policy allows no other. */
const known = new Map(files)
const usual = window.fetch.bind(window)
window.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  const bytes = address.startsWith(decoderPlace) ? known.get(address.slice(decoderPlace.length)) : undefined
  return bytes === undefined ? usual(input, init) : new Response(bytes)
}
// Each viewer that is made reads its settings there, and takes Google's addresses where there are none.
Reflect.set(window, 'ModelViewerElement', {
  dracoDecoderLocation: decoderPlace,
  ktx2TranscoderLocation: decoderPlace,
  // That decoder is part of the viewer, which yet takes it only once a script from such a place has run: an empty one.
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
