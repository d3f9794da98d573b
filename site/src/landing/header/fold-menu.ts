/** Folds the phone's menu away once one of its links has been followed; dialogs fold it by themselves. */
export function foldMenu(menu: HTMLElement): void {
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) menu.hidePopover();
  });
}
