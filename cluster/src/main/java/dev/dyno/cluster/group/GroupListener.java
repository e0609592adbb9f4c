package dev.dyno.cluster.group;

/**
 * Listener of a member of a group.
 *
 * <p>Called on threads of the group. All methods but {@link #answer} are called one at a time in the order of the events,
 * {@link #joined} first and {@link #left} last for each member; so they must not block and must not make calls. {@link #answer}
 * has a thread of its own for every request.
 */
public interface GroupListener {

    /** Called when a member has joined, also for those present before this one; never for this member itself. */
    default void joined(Member member) {}

    /** Called when a member has left. Without its coordinator the group is over: close it, and join again. */
    default void left(Member member, Departure how) {}

    /**
     * Answers a request.
     *
     * @return result of {@link Group#call} for the requester
     * @throws GroupException with a sentence for the requester
     */
    default byte[] answer(Member from, byte[] request) throws GroupException {
        throw new GroupException("Nobody answers requests here.");
    }

    /** Called for a message of {@link Group#send}, in the order of each sender. */
    default void received(Member from, byte[] message) {}

    /**
     * Called when a connection was refused, but not again for a repeated try. The other side received the reason if possible.
     *
     * @param who its name, if given, and its address
     * @param why a sentence
     */
    default void refused(String who, String why) {}
}
