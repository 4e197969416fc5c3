/** Pixels from each edge to a marker's middle; at the right the tools stand in between. */
const room = { left: 22, right: 76, top: 22, bottom: 22 };

/**
 * Where the edge of a view is crossed on the way from its middle to a point that is outside, and
 * in which direction that is: radians, clockwise from the right. Null for a point inside.
 * @param {{width: number, height: number}} viewport
 * @param {import("./Viewport.js").Point} point pixels from the left top
 */
export function edgePoint({ width, height }, { x, y }) {
    if (x >= 0 && x <= width && y >= 0 && y <= height) return null;
    const middle = { x: width / 2, y: height / 2 };
    const dx = x - middle.x;
    const dy = y - middle.y;
    // How far it goes, and how many times as far away the point is; any view has a pixel.
    const along = Math.max(1, middle.x - (dx < 0 ? room.left : room.right));
    const down = Math.max(1, middle.y - (dy < 0 ? room.top : room.bottom));
    const part = 1 / Math.max(Math.abs(dx) / along, Math.abs(dy) / down);
    return { x: middle.x + dx * part, y: middle.y + dy * part, angle: Math.atan2(dy, dx) };
}
