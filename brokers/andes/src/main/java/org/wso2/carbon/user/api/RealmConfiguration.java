package org.wso2.carbon.user.api;

/** Name of the owner of the queue of dead letters. */
public final class RealmConfiguration {

    public String getAdminUserName() {
        return "admin";
    }
}
