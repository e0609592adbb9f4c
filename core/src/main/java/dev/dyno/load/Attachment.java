package dev.dyno.load;

import dev.dyno.driver.Producer;

/**
 * A producer of the driver's and the connection it was made on; the next connection has another one.
 *
 * @param generation counts the producers that have been made for one and the same place
 */
record Attachment(Link.Session session, Producer producer, int generation) {}
