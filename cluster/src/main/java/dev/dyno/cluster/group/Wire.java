package dev.dyno.cluster.group;

/** Transport of messages to other members. */
interface Wire {

    /** Address at which the coordinator listens. */
    HostPort address();

    /** Sends a message; it is lost if the other member has left. In order, except urgent messages. Does not block. */
    void send(Member to, WireMessage message);

    /** Closes the connections to all members. */
    void disconnect();

    /** Closes all threads and ports. */
    void close();
}
