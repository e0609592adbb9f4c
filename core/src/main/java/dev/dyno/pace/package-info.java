/** When to send: schedules are pure arithmetic, waiting for them is the time source's matter. */
@NullMarked
package dev.dyno.pace;

import org.jspecify.annotations.NullMarked;
