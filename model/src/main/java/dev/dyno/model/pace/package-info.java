/** Send times of messages. Schedules are pure arithmetic; the time source waits. */
@NullMarked
package dev.dyno.model.pace;

import org.jspecify.annotations.NullMarked;
