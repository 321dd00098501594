// Works out the relief beside the page, so that the table answers while it is drawn.

import { makeRelief } from "./relief.js";

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.onmessage = (event) => {
  const { id, board, samples } = event.data;
  for (const count of samples) {
    const relief = makeRelief(board, count);
    scope.postMessage({ id, samples: count, relief }, [relief.pixels.buffer]);
  }
};
