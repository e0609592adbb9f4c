package dev.dyno.cluster.group;

/**
 * What a member is told.
 *
 * <p>Called on threads of the group. Everything but {@link #answer} comes one at a time and in the order in which it
 * happened: {@link #joined} before anything else of a member, {@link #left} after everything else; so it must not block,
 * and must not make calls. {@link #answer} has a thread of its own for every request.
 */
public interface GroupListener {

    /** Also of those that were there before this member. Never of this member itself. */
    default void joined(Member member) {}

    /** If it was the coordinator, the group is over: close it, and join anew. */
    default void left(Member member, Departure how) {}

    /**
     * Answers a request.
     *
     * @return what {@link Group#call} returns to the one that asked
     * @throws RefusalException with the sentence that it fails with
     */
    default byte[] answer(Member from, byte[] request) throws RefusalException {
        throw new RefusalException("Nobody answers requests here.");
    }

    /** What was sent with {@link Group#send}, in the order of each sender. */
    default void received(Member from, byte[] message) {}

    /**
     * Somebody was not let in. It was told why itself, where that could be.
     *
     * @param who its name if it said one, and its address
     * @param why a sentence
     */
    default void refused(String who, String why) {}
}
