/**
 * The first script of the applicant's page, inlined in its HTML. It removes the link's secret from the address before
 * anything is fetched, because a style's font request reveals the address whatever the page's policy is. The history
 * entry keeps it for a reload and for forms that are posted without the other scripts.
 */
export const hideSecret = [
  'let k=new URLSearchParams(location.search).get("key");',
  'if(k!==null)history.replaceState({secret:k},"",location.pathname);',
  'addEventListener("formdata",e=>e.formData.append("key",history.state?.secret??""))',
].join('');
