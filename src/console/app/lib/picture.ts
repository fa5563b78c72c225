import { save } from './download.ts';
import { colour } from './theme.ts';

/** A canvas as PNG, on the colour that is behind it. */
export function downloadPicture(name: string, picture: HTMLCanvasElement): void {
  const whole = document.createElement('canvas');
  whole.width = picture.width;
  whole.height = picture.height;
  const context = whole.getContext('2d');
  if (!context) return;
  context.fillStyle = colour('surface');
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(picture, 0, 0);
  whole.toBlob((blob) => blob && save(name, blob), 'image/png');
}
