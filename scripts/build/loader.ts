/**
 * The script within the page. The form is there without any, so the main script is asked for when the form has been
 * painted: after a frame and a turn of the event loop. If it does not come, the page says so; what was typed survives the
 * reload in the entry of the tab's history, from which the main script takes it back.
 * @param main its address, from the page
 */
export function loaderOf(main: string): string {
  const reload = "history.replaceState(document.querySelector('input').value,'');location.reload()";
  const failed = `()=>{let p=document.querySelector('#unreachable');p.hidden=false;p.lastElementChild.onclick=()=>{${reload}}}`;
  return `requestAnimationFrame(()=>setTimeout(()=>import('${main}').catch(${failed})))`;
}
