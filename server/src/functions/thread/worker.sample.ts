/** A function that prints in each way of the console. */
export const SOURCE = `
  import own from 'node:console';
  export default { fetch: async (request) => {
    console.log('two\\nlines', { of: 1 });
    console.dir({ deep: { deeper: { deepest: 1 } } });
    console.table([{ column: 'cell' }]);
    console.group('group');
    console.warn('inside');
    console.groupEnd();
    console.time('clock');
    await new Promise((done) => setTimeout(done, 1));
    console.timeLog('clock', 'half');
    console.timeEnd('clock');
    console.count('counted');
    console.assert(false, 'asserted');
    console.trace('traced');
    own.info('of the module');
    return new Response('done');
  } }`;

/** A function that fails after its answer. */
export const FAULTY = `
  export default { fetch: async () => {
    setTimeout(() => {
      Promise.reject(new Error('a promise that was let go'));
      throw new Error('behind the answer');
    }, 1);
    return new Response('done');
  } }`;
