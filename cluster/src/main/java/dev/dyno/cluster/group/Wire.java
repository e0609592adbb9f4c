package dev.dyno.cluster.group;

/** What carries frames to other members. */
interface Wire {

    HostPort address();

    /** Hands a frame over; it may be lost if the other one is not there any more. In order, but for urgent ones. */
    void send(Member to, Frame frame);

    /** Goes. What was handed over before is on its way. */
    void disconnect();

    /** Leaves nothing behind. */
    void close();
}
