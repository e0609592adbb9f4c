package dev.dyno.driver.mqtt;

import java.util.UUID;

/**
 * Properties of one link.
 *
 * @param clientId id of its session at the broker
 * @param clean whether an existing session of that id is dropped first
 * @param kept whether the session outlives the link
 */
record LinkSpec(String clientId, boolean clean, boolean kept) {

    /** Number of random letters after {@code dyno} in an id: a broker of MQTT 3.1.1 may refuse more than 23 in all. */
    private static final int RANDOM_LETTERS = 16;

    /** A session that ends with its link. */
    static LinkSpec passing(String clientId) {
        return new LinkSpec(clientId, true, false);
    }

    /** A session that ends with its link, with a unique id. */
    static LinkSpec passing() {
        String random = UUID.randomUUID().toString().replace("-", "");
        return passing("dyno" + random.substring(0, RANDOM_LETTERS));
    }

    /** A session that outlives its link; a later link with the client id continues it. */
    static LinkSpec kept(String clientId) {
        return new LinkSpec(clientId, false, true);
    }
}
