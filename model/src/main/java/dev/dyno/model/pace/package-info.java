/** Send times of messages. Schedules are pure arithmetic; the time source waits. */
package dev.dyno.model.pace;
