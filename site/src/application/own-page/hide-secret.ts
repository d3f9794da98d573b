/**
 * The first script of the applicant's page, in its HTML: takes the link's secret out of the address before anything is
 * fetched, for a style's font tells on the address whatever the page's policy says. The history entry keeps it, so that a
 * reload has it; a form that is sent because the other scripts are lost takes it along.
 */
export const hideSecret = [
  'let k=new URLSearchParams(location.search).get("key");',
  'if(k!==null)history.replaceState({secret:k},"",location.pathname);',
  'addEventListener("formdata",e=>e.formData.append("key",history.state?.secret??""))',
].join('');
